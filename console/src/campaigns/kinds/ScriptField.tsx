import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OptionsScript } from '@simdeck/contract/campaign-again.ts'
import { csvColumnsOf, type ScriptVariable } from '@simdeck/protocol/card-files/template.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { numbersText } from '../../package-scripts/line-numbers.ts'
import { keepRows } from '../../session/api/query-client.ts'
import { ValuesField } from '../../package-scripts/values/ValuesField.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import type { FieldsProps } from './console-kind.ts'
import { scriptName, storedScripts } from './script-name.ts'
import { scriptText } from './script-text.tsx'

const typingMs = 250
const longestSearch = 64

/** A script that can be chosen. */
interface Offered {
  id: number
  label: string
  columns: readonly string[]
}

/** The choice of a stored configuration, or of a stored script on files, with the CSV for the columns that it names. */
export function ScriptField({ draft, onChange, shown, of }: FieldsProps & { of: 'config' | 'script' }) {
  const t = useText(scriptText)
  const language = useLanguage()
  const { script } = draft
  const { earlier } = script
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim().slice(0, longestSearch), typingMs)
  const { data } = useQuery({ ...storedScripts(of, search ? { search } : {}), ...keepRows })
  const named = useQuery({ ...storedScripts(of, { id: String(script.id) }), enabled: script.id !== null })
  const found = data?.data ?? []
  // The chosen script is offered also if it is not among those found.
  const listedScripts = [...(named.data?.data.filter(({ id }) => found.every((other) => other.id !== id)) ?? []), ...found]
  const stored = listedScripts.flatMap((script): Offered[] => {
    const { id, packageName, otaVersion, octets, variables, appletInstanceAID } = script
    if (id === null) return []
    const columns = csvColumnsOf(variables.map(({ name }) => ({ name: name as ScriptVariable })))
    const label = t.octets(packageName, otaVersion, octets)
    // The applets of a package, and packages of one name and version, have scripts of their own.
    const isOnly = listedScripts.every((other) => other === script || scriptName(other) !== scriptName(script))
    return [{ id, label: isOnly ? label : `${label} ${appletInstanceAID}`, columns }]
  })
  const offered = earlier && !stored.some(({ id }) => id === earlier.id) ? [earlierOffer(earlier, t.earlier), ...stored] : stored
  const chosen = offered.find(({ id }) => id === script.id)
  const columns = script.columns ?? chosen?.columns ?? []
  // An address names only the script. Its columns decide if the user can continue.
  useEffect(() => {
    if (script.columns === null && chosen) onChange({ ...draft, script: { ...script, columns: chosen.columns } })
  }, [draft, script, chosen, onChange])
  const choose = (id: number | null): void =>
    onChange({ ...draft, script: { ...script, id, lines: null, columns: offered.find((one) => one.id === id)?.columns ?? null } })
  return (
    <>
      <p className={css.note}>{t[`${of}Words`]}</p>
      <Select
        label={t[of]}
        placeholder={data && offered.length === 0 ? t.none : t.choose}
        data={offered.map(({ id, label }) => ({ value: String(id), label }))}
        value={script.id === null ? null : String(script.id)}
        onChange={(value) => choose(value === null ? null : Number(value))}
        error={shown.script ? t.choose : null}
        nothingFoundMessage={t.none}
        searchable
        onSearchChange={(next) => setTyped(next === chosen?.label ? '' : next)}
        filter={({ options }) => options}
        limit={100}
        withAsterisk
      />
      {script.lines && (
        <Note
          tone="started"
          end={
            <Button size="sm" onClick={() => onChange({ ...draft, script: { ...script, lines: null } })}>
              {t.allLines}
            </Button>
          }
        >
          {t.onlyLines(numbersText(script.lines, language))}
        </Note>
      )}
      {earlier?.id === script.id && earlier && <EarlierNote earlier={earlier} onUse={choose} />}
      {columns.length > 0 && (
        <ValuesField
          needed={columns}
          values={script.values}
          onChange={(values) => onChange({ ...draft, script: { ...script, columns, values } })}
          isMissing={shown.values === true}
        />
      )}
    </>
  )
}

const earlierOffer = (
  { id, packageName, otaVersion, octets, columns }: OptionsScript,
  words: (name: string, version: string, octets: number) => string,
): Offered => ({ id, label: words(packageName, otaVersion, octets), columns })

/** Tells that the script of an earlier campaign has changed since, or is deleted. The campaign would send the earlier one. */
function EarlierNote({ earlier: { state, currentId }, onUse }: { earlier: OptionsScript; onUse: (id: number) => void }) {
  const t = useText(scriptText)
  if (state === 'current') return null
  return (
    <Note
      end={
        currentId !== null && (
          <Button size="sm" onClick={() => onUse(currentId)}>
            {t.useCurrent}
          </Button>
        )
      }
    >
      {t[state]}
    </Note>
  )
}
