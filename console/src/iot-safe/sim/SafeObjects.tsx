import type { IotSafeObject } from '@simdeck/contract/iot-safe-sims.ts'
import { failureText } from '../session/api/failure.ts'
import { MayButton } from '../session/MayButton.tsx'
import { ErrorNote } from '../ui/feedback/ErrorState.tsx'
import { Section } from '../ui/frame/Page.tsx'
import { HexText } from '../ui/value/Copyable.tsx'
import { StatusText } from '../ui/value/StatusText.tsx'
import { Time } from '../ui/value/Time.tsx'
import { formatBytes } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import css from './iot-safe.module.css'
import { iotSafeText } from './iot-safe-text.ts'
import type { IotSafeDetails } from './IotSafeSimPage.tsx'
import type { ObjectReading } from './object-reading.ts'

/** The objects that the card listed last, and a button that reads them again. */
export function SafeObjects({ of: { readAt, listed, changedSince }, reading }: { of: IotSafeDetails; reading: ObjectReading }) {
  const t = useText(iotSafeText)
  const { last, status, isOpen, start } = reading
  return (
    <Section
      title={t.content}
      beside={last && status !== 'Succeeded' && <StatusText status={last.progress.status} reason={last.progress.reason} />}
      note={readAt && <Time at={readAt} relative />}
      end={
        <MayButton permission="OTA_CREATE" size="sm" disabled={isOpen || start.isPending} onClick={() => start.mutate()}>
          {t.read}
        </MayButton>
      }
    >
      {start.error && <ErrorNote message={failureText(start.error)} />}
      {isOpen && <p className={css.note}>{t.atNextPoll}</p>}
      {changedSince && <p className={css.note}>{t.changedSince}</p>}
      {listed === null && <p className={css.note}>{t.neverRead}</p>}
      {listed?.length === 0 && <p className={css.note}>{t.empty}</p>}
      {listed !== null && listed.length > 0 && <Objects listed={listed} />}
    </Section>
  )
}

function Objects({ listed }: { listed: readonly IotSafeObject[] }) {
  const t = useText(iotSafeText)
  return (
    <table className={css.objects}>
      <thead>
        <tr>
          {[t.label, t.kind, t.objectId, t.state, t.rights].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listed.map((one) => (
          <ObjectRow key={`${one.kind} ${one.objectId}`} of={one} />
        ))}
      </tbody>
    </table>
  )
}

function ObjectRow({ of: { kind, objectId, label, isActivated, readable, changeable, file } }: { of: IotSafeObject }) {
  const t = useText(iotSafeText)
  const kindName = kind === 'file' ? t[file?.usage === 'certificate' ? 'certificate' : 'file'](formatBytes(file?.size ?? 0)) : t[kind]
  const rights = [readable && t.reads, changeable && t.changes].filter(Boolean).join(t.comma)
  return (
    <tr>
      <th scope="row">
        <bdi>{label}</bdi>
      </th>
      <td data-name={t.kind}>{kindName}</td>
      <td data-name={t.objectId}>
        <HexText value={objectId} />
      </td>
      <td data-name={t.state}>{isActivated ? t.activated : t.notMade}</td>
      <td data-name={t.rights}>{rights || t.noRights}</td>
    </tr>
  )
}
