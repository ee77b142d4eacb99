import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { soughtProblem } from '@simdeck/contract/sim-search.ts'
import { searchSims } from '@simdeck/contract/sims.ts'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../session/api/query.ts'
import { useMay } from '../../../session/use-me.ts'
import { Button, TextButton } from '../../../ui/form/Button.tsx'
import { useText } from '../../../ui/words/text.ts'
import { CompareSims } from './CompareSims.tsx'
import { CompareWithSim } from './CompareWithSim.tsx'
import type { ParametersDraft } from '../draft/parameters-draft.ts'
import { parametersText } from '../text/parameters-text.ts'
import css from '../parameters.module.css'

const waitMs = 200
const longest = 100
/** The number of SIMs to compare with at once. A bulk OTA compares with all of its SIMs. */
const most = 20

/** The SIM to compare with. `value` is its id. */
export interface ChosenSim {
  value: string
  label: string
}

interface CompareChosenSimProps {
  sim: ChosenSim | null
  onSim: (sim: ChosenSim | null) => void
  chosen: OtaPackage
  value: ParametersDraft
  onChange: (value: ParametersDraft) => void
}

/** Comparison of the parameters with those of one or several SIMs that the user finds by name or number. */
export function CompareChosenSim({ sim, onSim, chosen, value, onChange }: CompareChosenSimProps) {
  const t = useText(parametersText)
  const mayCompare = useMay('OTA_CREATE')
  const [others, setOthers] = useState<ChosenSim[]>([])
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed === sim?.label ? '' : typed.trim(), waitMs)
  const found = useQuery({
    ...queryOf(searchSims, { query: { q: searched } }),
    enabled: searched !== '' && soughtProblem(searched) === null,
    placeholderData: keepPreviousData,
  })
  const options = (searched === '' ? [] : (found.data ?? [])).map(({ id, iccid, device_alias: alias }) => ({
    value: String(id),
    label: alias === null ? iccid : `${alias}（${iccid}）`,
  }))
  const several = sim ? [...others.filter(({ value: id }) => id !== sim.value), sim] : others
  const field = (
    <div className={css.sims}>
      {others.map((one) => (
        <Button
          key={one.value}
          size="sm"
          aria-label={t.removeSim(one.label)}
          onClick={() => setOthers(others.filter((other) => other !== one))}
        >
          {one.label} <IconX size={14} />
        </Button>
      ))}
      <Select
        size="md"
        className={css.sim}
        aria-label={t.sim}
        placeholder={t.simPlaceholder}
        data={sim && !options.some(({ value: id }) => id === sim.value) ? [sim, ...options] : options}
        value={sim?.value ?? null}
        onChange={(id) => onSim(options.find((one) => one.value === id) ?? null)}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server has already filtered the options.
        filter={({ options: all }) => all}
        nothingFoundMessage={searched === '' ? t.simPlaceholder : t.simNotFound}
        maxLength={longest}
      />
      {sim && mayCompare && several.length < most && (
        <TextButton
          onClick={() => {
            setOthers(several)
            onSim(null)
            setTyped('')
          }}
        >
          {t.addSim}
        </TextButton>
      )}
    </div>
  )
  if (several.length > 1)
    return (
      <section className={css.section}>
        <h3>{t.compare}</h3>
        {field}
        <CompareSims simIds={several.map(({ value: id }) => Number(id))} chosen={chosen} value={value} />
      </section>
    )
  const [only] = several
  if (only)
    return (
      <CompareWithSim simId={Number(only.value)} chosen={chosen} value={value} onChange={onChange}>
        {field}
      </CompareWithSim>
    )
  return (
    <section className={css.section}>
      <h3>{t.compare}</h3>
      {field}
    </section>
  )
}
