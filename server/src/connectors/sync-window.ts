/** A page of a list: the devices from `from` up to `to`, counted from 0. */
export type Window = { pageSize: number; pageNumber: number; from: number; to: number }

const maxPage = 50
const minPage = 16
/** Devices that a page shares with the one before, the most that may leave their places between two calls. */
const overlap = 8

/**
 * The page that begins at or before the last of the devices that were read, and leads furthest. A device that changes leaves its place in
 * the list for the end, and the ones behind it move up: pages side by side would pass over as many.
 */
export function windowAfter(read: number): Window {
  const begin = Math.max(0, read - overlap)
  let best = windowAt(begin, maxPage)
  for (let size = maxPage - 1; size >= minPage; size--) {
    const window = windowAt(begin, size)
    if (window.to > best.to) best = window
  }
  return best
}

function windowAt(begin: number, pageSize: number): Window {
  const from = begin - (begin % pageSize)
  return { pageSize, pageNumber: from / pageSize + 1, from, to: from + pageSize }
}

/** The devices that were read of a list: their number, and the ICCIDs of the last page. */
export type Progress = { read: number; tail: readonly string[] }

/**
 * The progress after a page; null at the end of the list. A page whose first device was not in the page before may have left devices out:
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
