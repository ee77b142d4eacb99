import { simFieldIs, simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { SimFieldName } from '@simdeck/contract/sim-fields.ts'
import { numberFields } from '@simdeck/contract/sims.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { Link } from '@tanstack/react-router'
import { None } from '../../ui/value/None.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import type { Translations } from '../../ui/words/text.ts'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { fieldText, valueWords } from '../field-words.ts'
import { SimTags } from '../tags/SimTags.tsx'
import { SimDevice } from '../imei/SimDevice.tsx'
import { SimCell } from '../location/SimCell.tsx'
import { ProgressStatus } from '../status/ProgressStatus.tsx'
import { SimSignalSection } from '../signal/SimSignalSection.tsx'
import { simDetailText } from './sim-detail-text.ts'
import { SimPackages } from './SimPackages.tsx'

const shownAbove: readonly SimFieldName[] = ['device_alias', ...numberFields]
/** Editable fields that the head of the page does not show. */
const recorded = simFieldsWith({ editable: true }).filter((name) => !shownAbove.includes(name))

/** Reference data in the right column: tags, signal, cell, contents of the card, record. */
export function SimRail({ sim }: { sim: Sim }) {
  const t = useText(simDetailText)
  const field = useText(fieldText)
  const language = useLanguage()
  const recordedFact = (name: (typeof recorded)[number]) => {
    if (simFieldIs(name, { type: 'choice' })) return { name: field[name], value: valueWords(name, sim[name], language) }
    return { name: field[name], value: sim[name] ? <bdi>{sim[name]}</bdi> : <None /> }
  }
  return (
    <>
      <SimTags key={sim.id} sim={sim} />
      <SimSignalSection sim={sim} />
      <SimDevice sim={sim} />
      <SimCell sim={sim} />
      <Section title={t.card}>
        <Facts
          end
          facts={[
            { name: sim.poller_name ?? t.poller, value: sim.poller_version ?? <None /> },
            { name: field.has_standby_poller, value: sim.has_standby_poller ? t.held : t.notHeld },
            { name: sim.other_applet_name ?? t.applet, value: sim.other_applet_version ?? <None /> },
            { name: field.free_memory, value: sim.free_memory === null ? <None /> : t.bytes(formatNumber(sim.free_memory)) },
            { name: t.keys, value: sim.has_keys ? t.registered : t.notRegistered },
            { name: t.level, value: sim.scp03_level ?? <None /> },
            ...scriptFacts(sim, t),
          ]}
        />
      </Section>
      <SimPackages sim={sim} />
      <Section title={t.record}>
        <Facts
          end
          facts={[
            { name: field.group, value: sim.group ? <GroupLink group={sim.group} /> : <None /> },
            ...recorded.map(recordedFact),
            { name: t.createdAt, value: <Time at={sim.created_at} /> },
          ]}
        />
      </Section>
    </>
  )
}

/** The last remote configuration and the last script on files of a SIM that had one. */
function scriptFacts({ other_applet: { store_data_progress: config, rfm_progress: files } }: Sim, t: Translations<typeof simDetailText>) {
  const statusOf = (progress: NonNullable<typeof config>) => <ProgressStatus status={progress.status} progress={progress} />
  const hasResult = files !== null && files.acked > 0 && ['Succeeded', 'Failed'].includes(files.status)
  const result = hasResult && (
    <Link to="/otas/campaigns/files/$otaId" params={{ otaId: String(files.ota_id) }} title={t.filesResult}>
      {statusOf(files)}
    </Link>
  )
  return [
    ...(config ? [{ name: t.configOta, value: statusOf(config) }] : []),
    ...(files ? [{ name: t.filesOta, value: result || statusOf(files) }] : []),
  ]
}

function GroupLink({ group }: { group: NonNullable<Sim['group']> }) {
  return (
    <Link to="/groups/$id" params={{ id: String(group.id) }}>
      <bdi>{group.name}</bdi>
    </Link>
  )
}
