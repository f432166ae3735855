import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The share of its place that a bar takes. */
const BAR_WIDTH = 0.8;

/** Writes a day (`YYYY-MM-DD`, of UTC) in a language. */
export const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** A bar for each day. It is decoration: the numbers are in the table beside it. */
export function UsageChart({
  days,
  write,
}: {
  days: readonly { day: string; value: number }[];
  /** Writes a value. */
  write: (value: number) => string;
}) {
  const { i18n } = useTranslation();
  const greatest = Math.max(1, ...days.map(({ value }) => value));
  return (
    <div aria-hidden="true">
      <Text size="xs" c="dimmed">
        {write(greatest)}
      </Text>
      <svg className="usage-plot" viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none">
        {days.map(({ day, value }, index) => {
          const height = value === 0 ? 0 : Math.max(1, (100 * value) / greatest);
          return (
            <rect
              key={day}
              className="usage-bar"
              x={index + (1 - BAR_WIDTH) / 2}
              width={BAR_WIDTH}
              y={100 - height}
              height={height}
            >
              <title>{`${formatDay(day, i18n.language)}: ${write(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <Group justify="space-between">
        {[days[0], days.at(-1)].map(
          (end, index) =>
            end && (
              <Text key={index} size="xs" c="dimmed">
                {formatDay(end.day, i18n.language)}
              </Text>
            ),
        )}
      </Group>
    </div>
  );
}
