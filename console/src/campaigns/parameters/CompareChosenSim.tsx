import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { soughtProblem } from '@simdeck/contract/sim-search.ts'
import { searchSims } from '@simdeck/contract/sims.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../session/api/query.ts'
import { useText } from '../../ui/words/text.ts'
import { CompareWithSim } from './CompareWithSim.tsx'
import type { ParametersDraft } from './draft/parameters-draft.ts'
import { parametersText } from './text/parameters-text.ts'
import css from './parameters.module.css'

const waitMs = 200
const longest = 100

interface CompareChosenSimProps {
  chosen: OtaPackage
  value: ParametersDraft
  onChange: (value: ParametersDraft) => void
}

/** Comparison of the parameters with those of a SIM that the user finds by name or number. */
export function CompareChosenSim({ chosen, value, onChange }: CompareChosenSimProps) {
  const t = useText(parametersText)
  const [typed, setTyped] = useState('')
  const [sim, setSim] = useState<{ value: string; label: string } | null>(null)
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
  const field = (
    <Select
      size="md"
      className={css.sim}
      aria-label={t.sim}
      placeholder={t.simPlaceholder}
      data={sim && !options.some(({ value: id }) => id === sim.value) ? [sim, ...options] : options}
      value={sim?.value ?? null}
      onChange={(id) => setSim(options.find((one) => one.value === id) ?? null)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={searched === '' ? t.simPlaceholder : t.simNotFound}
      maxLength={longest}
    />
  )
  if (sim)
    return (
      <CompareWithSim simId={Number(sim.value)} chosen={chosen} value={value} onChange={onChange}>
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
