/** A rectangle in viewport coordinates, as in `getBoundingClientRect`. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const gap = 8

/**
 * The uppermost position at or below `top` at which an element of this height covers none of the boxes. It is `top` if there is no
 * such position above `lowest`.
 */
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

/**
 * Boxes that toasts must not cover: open menus, and the actions and primary buttons of the page or, while modal dialogs are open,
 * of the topmost one.
 */
export function keepFreeBoxes(): Box[] {
  const modals = document.querySelectorAll('[role="dialog"][aria-modal="true"]')
  const scope = modals.item(modals.length - 1) ?? document
  const boxes = [...scope.querySelectorAll('[data-primary], [data-keep-free]'), ...document.querySelectorAll(floating)].map((one) =>
    one.getBoundingClientRect(),
  )
  return boxes.filter(({ bottom, top }) => bottom > top)
}
