import type { Schemas } from '../../api/client';

export type Region = Omit<Schemas['Region'], 'keyId'>;

export interface Size {
  width: number;
  height: number;
}

/** Pixels of a step of an arrow key. */
const STEP = 4;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the region of a whole picture. */
export const wholeOf = ({ width, height }: Size): Region => ({ x: 0, y: 0, width, height });

/** Returns a region in the middle of a picture, of a third of its sides. */
export function middleOf({ width, height }: Size): Region {
  const size = { width: Math.max(1, Math.round(width / 3)), height: Math.max(1, Math.round(height / 3)) };
  return { x: Math.floor((width - size.width) / 2), y: Math.floor((height - size.height) / 2), ...size };
}

/** Returns the region between two points, within the picture. */
export function regionBetween(a: { x: number; y: number }, b: { x: number; y: number }, picture: Size): Region {
  const [left, right] = [a.x, b.x].map((x) => within(x, 0, picture.width)).sort(inOrder) as [number, number];
  const [top, bottom] = [a.y, b.y].map((y) => within(y, 0, picture.height)).sort(inOrder) as [number, number];
  const [x, y] = [Math.min(left, picture.width - 1), Math.min(top, picture.height - 1)];
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/** Returns a region after an arrow key: it moves, or with Shift its size changes. Undefined for other keys. */
export function afterKey(region: Region, key: string, isShift: boolean, picture: Size): Region | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const [dx, dy] = [arrow[0] * STEP, arrow[1] * STEP];
  const { x, y, width, height } = region;
  return isShift
    ? {
        ...{ x, y },
        width: within(width + dx, 1, picture.width - x),
        height: within(height + dy, 1, picture.height - y),
      }
    : {
        ...{ width, height },
        x: within(x + dx, 0, picture.width - width),
        y: within(y + dy, 0, picture.height - height),
      };
}

/** Returns the place of a region in its picture, as a style. */
export function placeOf({ x, y, width, height }: Region, picture: Size) {
  const share = (part: number, whole: number): string => `${(100 * part) / whole}%`;
  return {
    left: share(x, picture.width),
    top: share(y, picture.height),
    width: share(width, picture.width),
    height: share(height, picture.height),
  };
}

const inOrder = (a: number, b: number): number => a - b;
const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(value)));
