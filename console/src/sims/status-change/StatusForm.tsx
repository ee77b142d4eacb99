import { Select, TextInput } from '@mantine/core'
import { confirmedStatuses } from '@simdeck/contract/sim-status.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { type SimStatus, simStatuses } from '@simdeck/contract/sim-values.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { digitsIn } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from './status-change.module.css'
import { statusChangeText } from './status-change-text.ts'

interface StatusFormProps {
  opened: boolean
  onClose: () => void
  words: string
  /** The statuses that can be chosen. */
  offered: readonly SimStatus[]
  /** The text that the user types before a status that cannot be undone. */
  word: string
  /** Label of the input for `word`. */
  ask: string
  act: string
  /** Starts the change; `confirm` is what the user typed, for a status that needs it. */
  start: (change: { status: SimStatus; confirm?: string }) => Promise<Task>
  onDone?: () => void
}

/** Dialog for the new status of one SIM or of many. */
export function StatusForm({ opened, onClose, words, offered, word, ask, act, start, onDone }: StatusFormProps) {
  const t = useText(statusChangeText)
  const isConfirmed = (status: SimStatus | null): boolean => status !== null && confirmedStatuses.includes(status)
  const matches = (typed: string): boolean => typed.trim() === word || digitsIn(typed) === word
  const form = useForm<{ status: SimStatus | null; typed: string }>({
    saved: { status: null, typed: '' },
    check: ({ status, typed }) => ({
      status: status === null && t.missing,
      typed: isConfirmed(status) && !matches(typed) && t.mistyped,
    }),
    send: async ({ status }) => {
      if (status === null) return false
      followTask(await start({ status, ...(isConfirmed(status) && { confirm: word }) }))
      close()
      onDone?.()
      return true
    },
    failed: (error) => toastFailure(t.failed, error),
    fieldOf: { statusUnconfirmed: 'typed', statusNotAllowed: 'status' },
  })
  const close = (): void => {
    form.restart()
    onClose()
  }
  const { status, typed } = form.values
  return (
    <Dialog opened={opened} onClose={close} title={t.title} keepOpen={form.changed}>
      <form {...form.props}>
        <p className={css.words}>{words}</p>
        <FieldStack>
          <Select
            label={t.status}
            data={offered.map((value) => ({ value, label: simStatusLabel[value] }))}
            value={status}
            onChange={(value) => form.set({ status: simStatuses.find((one) => one === value) ?? null, typed: '' })}
            error={form.error('status')}
            disabled={offered.length === 0}
            allowDeselect={false}
            data-autofocus
          />
          {status !== null && isConfirmed(status) && (
            <>
              <p className={css.final}>{t.final(simStatusLabel[status])}</p>
              <TextInput
                label={ask}
                value={typed}
                autoComplete="off"
                error={form.error('typed')}
                onChange={(event) => form.set({ typed: event.currentTarget.value })}
              />
            </>
          )}
        </FieldStack>
        <DialogFoot act={act} busy={form.busy} disabled={offered.length === 0} onCancel={close} />
      </form>
    </Dialog>
  )
}
