import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxAliasLength } from '@simdeck/contract/sim-bulk.ts'
import type { AliasPlaceholder } from '@simdeck/contract/sim-bulk.ts'
import { useRef } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { followTask } from '../../tasks/indicator/follow-task.ts'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { FieldStack, WithAside } from '../../ui/form/Fields.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { AliasPreview } from './AliasPreview.tsx'
import { patternFault } from './alias-pattern.ts'
import css from './bulk.module.css'
import { aliasText, placeholderText } from './bulk-text.ts'
import { freeze } from './freeze.ts'

export interface BulkDialogProps {
  selection: Selection
  opened: boolean
  onClose: () => void
  /** Called after the task has started. */
  onDone: () => void
}

const pieces: readonly { name: AliasPlaceholder; digits?: number }[] = [
  { name: 'n' },
  { name: 'n', digits: 4 },
  { name: 'iccid' },
  { name: 'iccid', digits: 4 },
  { name: 'imsi' },
  { name: 'msisdn' },
  { name: 'imei' },
  { name: 'external_device_id' },
  { name: 'group' },
]

/** Dialog that sets the aliases of the selected SIMs by a pattern, with a preview for some of the SIMs. */
export function AliasDialog({ selection, opened, onClose, onDone }: BulkDialogProps) {
  const t = useText(aliasText)
  const meaning = useText(placeholderText)
  const field = useRef<HTMLInputElement>(null)
  const count = formatNumber(selectedCount(selection))
  const form = useForm({
    saved: { pattern: '' },
    check: ({ pattern }) => {
      const fault = patternFault(pattern)
      return { pattern: fault === 'long' ? t.long(maxAliasLength) : fault && t[fault] }
    },
    send: async ({ pattern }) => {
      const { id: selectionId } = await freeze(selection)
      followTask(await call(endpoints.setAliases, { body: { selectionId, pattern: pattern.trim() } }))
      onClose()
      onDone()
    },
    failed: (error) => toastFailure(t.failed, error),
  })
  const guard = useLeaveGuard(opened && form.changed)
  const { pattern } = form.values

  const insert = (piece: string): void => {
    const input = field.current
    const [from, to] = [input?.selectionStart ?? pattern.length, input?.selectionEnd ?? pattern.length]
    form.set({ pattern: pattern.slice(0, from) + piece + pattern.slice(to) })
    // The cursor is placed behind the inserted text after the field shows it.
    window.requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + piece.length, from + piece.length)
    })
  }
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t.title} size={640} keepOpen={form.changed}>
      <form {...form.props}>
        <p className={css.words}>{t.words(count)}</p>
        <FieldStack>
          <WithAside aside={`${pattern.trim().length} / ${maxAliasLength}`}>
            <TextInput
              ref={field}
              label={t.pattern}
              description={t.order}
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              maxLength={2 * maxAliasLength}
              {...form.text('pattern')}
            />
          </WithAside>
          <div className={css.pieces} role="group" aria-label={t.insert}>
            <span>{t.insert}</span>
            {pieces.map(({ name, digits }) => {
              const piece = digits === undefined ? `{${name}}` : `{${name}:${digits}}`
              const more = name === 'n' ? meaning.digits : meaning.lastDigits
              return (
                <Button key={piece} size="sm" onClick={() => insert(piece)}>
                  <code>{piece}</code>
                  <span className={css.meaning}>{digits === undefined ? meaning[name] : more(meaning[name], digits)}</span>
                </Button>
              )
            })}
          </div>
          {patternFault(pattern) === null && <AliasPreview pattern={pattern} selection={selection} />}
        </FieldStack>
        <DialogFoot act={t.act(count)} busy={form.busy} onCancel={close} />
      </form>
      {guard}
    </Dialog>
  )
}
