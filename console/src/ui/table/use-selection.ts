import { useState } from 'react'
import { noSelection } from './selection.ts'
import type { Selection } from './selection.ts'

/** Selection of rows. A change of the filters clears it, because the selected rows may no longer be shown. */
export function useSelection(filters: object): { selection: Selection; onSelect: (selection: Selection) => void } {
  const [selection, onSelect] = useState<Selection>(noSelection)
  const [selectedUnder, setSelectedUnder] = useState(filters)
  if (selectedUnder !== filters) {
    setSelectedUnder(filters)
    onSelect(noSelection)
  }
  return { selection, onSelect }
}
