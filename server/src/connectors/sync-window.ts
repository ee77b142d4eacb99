import type { Window } from './carrier-apis/windows.ts'

/** The devices that were read of a list: their number, and the ICCIDs of the last part. */
export type Progress = { read: number; tail: readonly string[] }

/**
 * The progress after a part; null at the end of the list. A part whose first device was not in the part before may have left devices out:
 * the next one begins earlier.
 */
export function progressAfter(
  { read, tail }: Progress,
  window: Window,
  { iccids, lastPage }: { iccids: readonly string[]; lastPage: boolean },
): Progress | null {
  const [first] = iccids
  const joins = window.from === 0 || (first !== undefined && tail.includes(first))
  if (!joins) return { read: Math.max(0, window.from), tail }
  if (lastPage || window.from + iccids.length <= read || iccids.length === 0) return null
  return { read: window.from + iccids.length, tail: iccids }
}
