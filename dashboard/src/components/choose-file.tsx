import { FileButton, type FileButtonProps } from '@mantine/core';
import { useRef } from 'react';

type ChooseFileProps = Pick<FileButtonProps, 'accept' | 'children'> & { onChosen: (file: File) => void };

/** A button that chooses a file. The same file can be chosen again, after it was corrected. */
export function ChooseFile({ onChosen, ...props }: ChooseFileProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      {...props}
      resetRef={reset}
      onChange={(file) => {
        if (file) onChosen(file);
        reset.current?.();
      }}
    />
  );
}
