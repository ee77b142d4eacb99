/** A part of a list: the devices from `from` up to `to`, counted from 0. */
export type Window = { from: number; to: number }

const maxPage = 50
const minPage = 16
const maxPlaces = 200
/** Devices that a part shares with the one before, the most that may leave their places between two calls. */
const overlap = 8

/**
 * The page that begins at or before the last of the devices that were read, and leads furthest, of a list that is divided into pages of one
 * size. A device that changes leaves its place in the list for the end, and the ones behind it move up: pages side by side would pass over
 * as many.
 */
export function pageAfter(read: number): Window {
  const begin = Math.max(0, read - overlap)
  let best = pageAt(begin, maxPage)
  for (let size = maxPage - 1; size >= minPage; size--) {
    const window = pageAt(begin, size)
    if (window.to > best.to) best = window
  }
  return best
}

function pageAt(begin: number, size: number): Window {
  const from = begin - (begin % size)
  return { from, to: from + size }
}

/** The same for a list that is read from any place. */
export function placesAfter(read: number): Window {
  const from = Math.max(0, read - overlap)
  return { from, to: from + maxPlaces }
}
