import { Textarea } from '@mantine/core'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { maxNumbers, soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../session/api/api.ts'
import { failureText, toastFailure } from '../session/api/failure.ts'
import { followTask } from '../tasks/indicator/follow-task.ts'
import { Dialog, DialogFoot } from '../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../ui/feedback/leave-guard.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { TextButton } from '../ui/form/Button.tsx'
import { Copyable } from '../ui/value/Copyable.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { assignText } from './group-list-text.ts'
import css from './groups.module.css'

const shownUnknown = 5

/** The whole numbers of a text; null if it has other words. A text that repeats itself is always read as a list. */
function numbersIn(typed: string): readonly string[] | null {
  const twice = `${typed}\n${typed}`
  if (soughtProblem(twice, maxNumbers) !== null) return null
  const sought = soughtIn(twice)
  return 'numbers' in sought ? sought.numbers : null
}

interface AssignProps {
  group: Group
  act: 'assign' | 'remove'
  onClose: () => void
}

/** Dialog that moves SIMs with pasted numbers into the group, or takes them out of it, after it has shown which were found. */
export function AssignDialog({ group, act, onClose }: AssignProps) {
  const t = useText(assignText)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const check = useMutation({
    mutationFn: (numbers: readonly string[]) => foundOf(group, act, numbers),
    onError: (error) =>
      setFault(
        error instanceof CallError && error.body?.code === 'noTargetSims'
          ? act === 'assign'
            ? t.foundNone
            : t.foundNoneHere
          : failureText(error),
      ),
  })
  const found = check.data
  const start = useMutation({
    mutationFn: (selectionId: number) => call(endpoints.setGroups, { body: { selectionId, groupId: act === 'assign' ? group.id : null } }),
    onSuccess: (task) => {
      followTask(task)
      onClose()
    },
    onError: (error) => toastFailure(t.failed, error),
  })
  const guard = useLeaveGuard(typed !== '')
  const submit = (): void => {
    if (found) return start.mutate(found.selection.id)
    const numbers = numbersIn(typed)
    setFault(typed.trim() === '' ? t.none : numbers === null ? t.wrong : null)
    if (numbers !== null) check.mutate(numbers)
  }
  const count = formatNumber(found?.selection.total ?? 0)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={act === 'assign' ? t.assignTitle(group.name) : t.removeTitle(group.name)}
      keepOpen={typed !== ''}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {found ? (
          <Found found={found} act={act} onChange={() => check.reset()} />
        ) : (
          <Textarea
            label={t.numbers}
            description={t.numbersWords}
            value={typed}
            error={fault}
            data-autofocus
            autosize
            minRows={6}
            maxRows={12}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setFault(null)
            }}
          />
        )}
        <DialogFoot
          act={found ? (act === 'assign' ? t.assignAct(count) : t.removeAct(count)) : t.check}
          busy={check.isPending || start.isPending}
          onCancel={onClose}
        />
      </form>
      {guard}
    </Dialog>
  )
}

type FoundSims = Awaited<ReturnType<typeof foundOf>>

/** The SIMs with these numbers as a selection, how many of them are in groups, and the numbers that no SIM has. */
async function foundOf(group: Group, act: AssignProps['act'], numbers: readonly string[]) {
  const [only] = numbers
  const list = (numbers.length === 1 ? [only, only] : numbers).join(',')
  const filter = { search: list, ...(act === 'remove' && { group: String(group.id) }) }
  const [selection, unknown] = await Promise.all([
    call(endpoints.createSimSelection, { body: { filter } }),
    call(endpoints.listUnknownNumbers, { body: { numbers: list } }),
  ])
  const counts = await call(endpoints.countSimValues, { query: { of: 'group', selection: selection.id } })
  const already = counts.find(({ value }) => value === String(group.id))?.count ?? 0
  const without = counts.find(({ value }) => value === '0')?.count ?? 0
  return { selection, unknown, already, moved: selection.total - already - without }
}

function Found({ found, act, onChange }: { found: FoundSims; act: AssignProps['act']; onChange: () => void }) {
  const t = useText(assignText)
  const { selection, unknown, already, moved } = found
  return (
    <div className={css.found}>
      <p>
        {t.found(formatNumber(selection.total))}
        {act === 'assign' && already > 0 && t.already(formatNumber(already))}
      </p>
      {act === 'assign' && moved > 0 && <Note>{t.moved(formatNumber(moved))}</Note>}
      {unknown.length > 0 && (
        <Note>
          {t.unknown(formatNumber(unknown.length))}{' '}
          <Copyable value={unknown.join('\n')} name={t.numbers}>
            <span>
              {unknown.slice(0, shownUnknown).join(', ')}
              {unknown.length > shownUnknown && ' …'}
            </span>
          </Copyable>
        </Note>
      )}
      <TextButton onClick={onChange}>{t.change}</TextButton>
    </div>
  )
}
