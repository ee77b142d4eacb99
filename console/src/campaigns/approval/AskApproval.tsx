import { Textarea } from '@mantine/core'
import { approvalNoteLength } from '@simdeck/contract/campaign-approval.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { approvalText } from './approval-text.ts'

/** Explains before a start that it waits for approval from `from` SIMs on. */
function WaitsForApproval({ from }: { from: number }) {
  const t = useText(approvalText)
  return (
    <Note tone="ready" glyph={<IconUserCheck size={16} />}>
      {t.waits(formatNumber(from))}
    </Note>
  )
}

/** The explanation, with a field for a note to those who may approve. */
export function AskApproval({ from, note, onNote }: { from: number; note: string; onNote: (note: string) => void }) {
  const t = useText(approvalText)
  return (
    <>
      <WaitsForApproval from={from} />
      <Textarea
        size="md"
        label={t.noteForApprovers}
        description={t.noteWords}
        value={note}
        maxLength={approvalNoteLength}
        minRows={2}
        autosize
        onChange={(event) => onNote(event.currentTarget.value)}
      />
    </>
  )
}
