import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Group } from '@simdeck/contract/groups.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { failureText } from '../session/api/failure.ts'
import { MayButton } from '../session/MayButton.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import css from './groups.module.css'
import { useGroups } from './group-query.ts'
import { groupText } from './group-text.ts'
import { GroupDialog } from './GroupDialog.tsx'

export type GroupChoice = Pick<Group, 'id' | 'name'>

interface GroupFieldProps {
  /** The chosen group; null for no group, undefined until the user chooses. */
  value: GroupChoice | null | undefined
  onChange: (value: GroupChoice | null) => void
  error: string | null
  onBlur?: () => void
  autoFocus?: boolean
  /** True while the dialog for a new group is open. A dialog around the field must then ignore Esc. */
  creating: boolean
  onCreating: (creating: boolean) => void
}

const none = '0'
const longestName = 100
const waitMs = 200

/** Field for a group. The user finds a group by its name, chooses none, or creates a new one. */
export function GroupField({ value, onChange, error, onBlur, autoFocus, creating, onCreating }: GroupFieldProps) {
  const t = useText(groupText)
  const [typed, setTyped] = useState('')
  const [proposedName, setProposedName] = useState('')
  const nameOf = (choice: GroupChoice | null): string => (choice === null ? t.none : choice.name)
  const searched = value !== undefined && typed === nameOf(value) ? '' : typed.trim().slice(0, longestName)
  const [name] = useDebouncedValue(searched, waitMs)
  const groups = useGroups(name)
  const found: readonly GroupChoice[] = groups.data?.data ?? []
  const chosen = value && !found.some(({ id }) => id === value.id) ? [value] : []
  const more = (groups.data?.totalItems ?? 0) - found.length
  return (
    <div className={css.field}>
      <Select
        label={t.group}
        placeholder={t.choose}
        data={[
          { value: none, label: t.none },
          ...[...chosen, ...found].map((group) => ({ value: String(group.id), label: group.name })),
          ...(more > 0 ? [{ value: 'more', label: t.andMore(formatNumber(more)), disabled: true }] : []),
        ]}
        value={value === undefined ? null : String(value?.id ?? none)}
        onChange={(id) => {
          const group = [...chosen, ...found].find((one) => String(one.id) === id)
          if (group ?? id === none) onChange(group ?? null)
        }}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has already filtered the options, and 「グループなし」 is always one of them.
        filter={({ options }) => options}
        nothingFoundMessage={t.notFound}
        maxLength={longestName}
        error={error ?? (groups.error && `${t.notLoaded}: ${failureText(groups.error)}`)}
        // Mantine clears the search on blur. The text is stored before that, as the proposed name of a new group.
        onBlurCapture={() => setProposedName(searched)}
        onBlur={onBlur}
        data-autofocus={autoFocus}
      />
      <div className={css.create}>
        <MayButton permission="GROUP_CREATE" icon={<IconPlus size={16} />} onClick={() => onCreating(true)}>
          {t.create}
        </MayButton>
      </div>
      <GroupDialog
        opened={creating}
        group={null}
        name={proposedName}
        onClose={() => onCreating(false)}
        onSaved={(group) => onChange({ id: group.id, name: group.name })}
      />
    </div>
  )
}
