import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { queryOf } from '../../session/api/query.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import type { FieldsProps } from './console-kind.ts'
import { scriptText } from './script-text.tsx'

/** The choice of a stored configuration, or of a stored script on files. */
export function ScriptField({ draft, onChange, shown, of }: FieldsProps & { of: 'config' | 'script' }) {
  const t = useText(scriptText)
  const listed = of === 'config' ? endpoints.listRemoteConfigs : endpoints.listFileManagementConfigs
  const { data } = useQuery(queryOf(listed, { query: { take: '100' } }))
  const options = (data?.data ?? []).flatMap(({ id, packageName, otaVersion, octets }) =>
    id === null ? [] : [{ value: String(id), label: t.octets(packageName, otaVersion, octets) }],
  )
  return (
    <>
      <p className={css.note}>{t[`${of}Words`]}</p>
      <Select
        label={t[of]}
        placeholder={data && options.length === 0 ? t.none : t.choose}
        data={options}
        value={draft.scriptId === null ? null : String(draft.scriptId)}
        onChange={(value) => onChange({ ...draft, scriptId: value === null ? null : Number(value) })}
        error={shown.script ? t.choose : null}
        nothingFoundMessage={t.none}
        searchable
        withAsterisk
      />
    </>
  )
}
