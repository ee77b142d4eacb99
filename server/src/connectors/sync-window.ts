import type { Window } from './carrier-apis/windows.ts'

/** The devices that were read of a list: their number, and the ICCIDs of the last part. */
export type Progress = { read: number; tail: readonly string[] }

/** The most devices by which a part begins before the place from which it is asked for: its overlap, and the rest of a page. */
const maxBefore = 24
const endOfPart = 8

/**
 * The progress after a part; null at the end of the list. A part whose first device was not in the part before may have left devices out:
 * the next one begins earlier, by no more devices than the part before had, so that it is met.
 */
export function progressAfter(
  { read, tail }: Progress,
  window: Window,
  { iccids, lastPage }: { iccids: readonly string[]; lastPage: boolean },
): Progress | null {
  const [first] = iccids
  const here = new Set(iccids)
  // At the end of the list are the devices that left their places, so that the first one may be of these.
  const goesOn = !lastPage || tail.slice(-endOfPart).some((iccid) => here.has(iccid))
  const joins = window.from === 0 || (first !== undefined && tail.includes(first) && goesOn)
  if (!joins) return { read: Math.max(0, window.from - Math.max(0, tail.length - maxBefore)), tail }
  if (lastPage || window.from + iccids.length <= read || iccids.length === 0) return null
  return { read: window.from + iccids.length, tail: iccids }
}
