/** A rectangle of the window, as `getBoundingClientRect` tells it. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const gap = 8

/** The uppermost place from `top` on at which something so high covers none of the boxes; `top` itself when there is no such place above `lowest`. */
export function freeTop(
  top: number,
  { height, left, right, lowest }: Record<'height' | 'left' | 'right' | 'lowest', number>,
  boxes: readonly Box[],
): number {
  let free = top
  const beside = boxes.filter((box) => box.right > left && box.left < right)
  for (const box of beside.toSorted((a, b) => a.top - b.top)) {
    if (box.bottom > free && box.top < free + height) free = box.bottom + gap
  }
  return free + height <= lowest ? free : top
}

const floating = '[role="menu"], [role="listbox"], [role="dialog"]:not([aria-modal="true"])'

/** What toasts keep off: the actions of the page and its primary buttons (while a dialog is open, its own alone), and open menus. */
export function keptFree(): Box[] {
  const modals = document.querySelectorAll('[role="dialog"][aria-modal="true"]')
  const place = modals.item(modals.length - 1) ?? document
  const boxes = [...place.querySelectorAll('[data-primary], [data-keep-free]'), ...document.querySelectorAll(floating)].map((one) =>
    one.getBoundingClientRect(),
  )
  return boxes.filter(({ bottom, top }) => bottom > top)
}
