import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { useText } from '../ui/words/text.ts'
import { text } from './text.tsx'

/** Sample of the leave guard. While the box is ticked, the links of the page ask for confirmation. */
export function KitLeave() {
  const t = useText(text)
  const [changed, setChanged] = useState(false)
  const guard = useLeaveGuard(changed)
  return (
    <>
      <Checkbox label={t.unsaved} checked={changed} onChange={(event) => setChanged(event.currentTarget.checked)} />
      {guard}
    </>
  )
}
