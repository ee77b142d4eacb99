import { Checkbox, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keepRows } from '../../session/api/query-client.ts'
import { queryOf } from '../../session/api/query.ts'
import { useMay } from '../../session/use-me.ts'
import { IconButton } from '../../ui/form/Button.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { alertText } from '../alert-text.ts'
import { editorText, roleText } from './editor-text.ts'
import type { DraftRecipient, RuleDraft } from './rule-draft.ts'
import css from './editor.module.css'

const waitMs = 200
const keyOf = ({ kind, id }: Pick<DraftRecipient, 'kind' | 'id'>): string => `${kind}:${id ?? ''}`

/** The members and roles that a rule tells, each with its ways. */
export function RecipientFields({ form }: { form: Form<RuleDraft> }) {
  const t = useText(editorText)
  const words = useText(alertText)
  const roles = useText(roleText)
  const { recipients } = form.values
  const error = form.error('recipients')
  const nameOf = ({ kind, id, name }: DraftRecipient): string =>
    kind === 'everyone' ? words.everyone : kind === 'role' ? roles[id as keyof typeof roles] : name
  const change = (at: number, next: Partial<DraftRecipient>): void =>
    form.set({ recipients: recipients.map((one, index) => (index === at ? { ...one, ...next } : one)) })
  return (
    <Section title={t.who}>
      {recipients.length === 0 && <p className={css.note}>{t.nobodyNote}</p>}
      {recipients.length > 0 && (
        <table className={css.recipients}>
          <thead>
            <tr>
              <th scope="col">{t.party}</th>
              <th scope="col">{words.bell}</th>
              <th scope="col">{words.mail}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {recipients.map((one, at) => {
              const name = nameOf(one)
              return (
                <tr key={keyOf(one)}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td>
                    <Checkbox
                      aria-label={t.bellFor(name)}
                      checked={one.bell}
                      onChange={(event) => change(at, { bell: event.currentTarget.checked })}
                    />
                  </td>
                  <td>
                    <Checkbox
                      aria-label={t.mailFor(name)}
                      checked={one.mail}
                      onChange={(event) => change(at, { mail: event.currentTarget.checked })}
                    />
                  </td>
                  <td className={css.end}>
                    <IconButton
                      variant="ghost"
                      size="sm"
                      label={t.remove(name)}
                      onClick={() => form.set({ recipients: recipients.filter((_, index) => index !== at) })}
                    >
                      <IconX size={14} />
                    </IconButton>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {error && (
        <p className={css.wrong} role="alert">
          {error}
        </p>
      )}
      <AddRecipient
        taken={new Set(recipients.map(keyOf))}
        onAdd={(one) => form.set({ recipients: [...recipients, { ...one, bell: true, mail: true }] })}
      />
    </Section>
  )
}

function AddRecipient({
  taken,
  onAdd,
}: {
  taken: ReadonlySet<string>
  onAdd: (one: Pick<DraftRecipient, 'kind' | 'id' | 'name'>) => void
}) {
  const t = useText(editorText)
  const roles = useText(roleText)
  const may = useMay('SIM_UPDATE')
  const [typed, setTyped] = useState('')
  const [name] = useDebouncedValue(typed.trim().slice(0, 100), waitMs)
  const { data } = useQuery({ ...queryOf(endpoints.listAlertRecipients, { query: { name } }), ...keepRows, enabled: may })
  const parties = [
    ...(data?.members ?? []).map(({ id, name: label }) => ({ kind: 'member' as const, id, name: label, label })),
    ...(data?.roles ?? []).map(({ id, members, name: role }) => ({
      kind: 'role' as const,
      id,
      name: role,
      label: t.ofRole(roles[id as keyof typeof roles] ?? role, formatNumber(members)),
    })),
    { kind: 'everyone' as const, id: null, name: '', label: t.all(formatNumber(data?.everyone ?? 0)) },
  ].filter((one) => !taken.has(keyOf(one)))
  return (
    <Select
      aria-label={t.addParty}
      placeholder={t.addParty}
      className={css.view}
      data={parties.map((one) => ({ value: keyOf(one), label: one.label }))}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(key) => {
        const found = parties.find((one) => keyOf(one) === key)
        if (found) onAdd({ kind: found.kind, id: found.id, name: found.name })
        setTyped('')
      }}
      maxLength={100}
    />
  )
}
