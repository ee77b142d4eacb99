import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { IotSafeObject } from '@simdeck/contract/iot-safe-sims.ts'
import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import type { SimFile } from '@simdeck/contract/sim-files.ts'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { BarLegend, RatioBar } from '../../ui/value/Bits.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { StatusText } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatBytes } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { CertificateLink } from '../certificates/certificate-list.tsx'
import { FileLink } from '../files/file-list.tsx'
import css from '../iot-safe.module.css'
import { iotSafeText } from '../iot-safe-text.ts'
import type { ObjectReading } from './object-reading.ts'
import { simText } from './sim-text.ts'

export type IotSafeDetails = ResponseOf<typeof endpoints.getIotSafeSim>

interface SafeObjectsProps {
  of: IotSafeDetails
  reading: ObjectReading
  certificates: readonly SimCertificate[]
  files: readonly SimFile[]
}

/** The memory of the card and the objects that it listed last; those of a certificate or a file link to its page. */
export function SafeObjects({ of: { readAt, listed, changedSince, freeOctets }, reading, certificates, files }: SafeObjectsProps) {
  const t = useText(iotSafeText)
  const { last, status, isOpen, start } = reading
  return (
    <>
      {listed !== null && freeOctets !== null && <Memory listed={listed} freeOctets={freeOctets} />}
      <Section
        title={t.content}
        beside={last && status !== 'Succeeded' && <StatusText status={last.progress.status} reason={last.progress.reason} />}
        note={readAt && <Time at={readAt} relative />}
      >
        {start.error && <ErrorNote message={failureText(start.error)} />}
        {isOpen && <p className={css.note}>{t.atNextPoll}</p>}
        {changedSince && <p className={css.note}>{t.changedSince}</p>}
        {listed === null && <p className={css.note}>{t.neverRead}</p>}
        {listed?.length === 0 && <p className={css.note}>{t.empty}</p>}
        {listed !== null && listed.length > 0 && <Objects listed={listed} certificates={certificates} files={files} />}
      </Section>
    </>
  )
}

/** The rooms of the files on the card beside the memory that is free. The card does not tell what its keys take. */
function Memory({ listed, freeOctets }: { listed: readonly IotSafeObject[]; freeOctets: number }) {
  const t = useText(simText)
  const sum = (isCertificate: boolean): number =>
    listed.reduce((all, { file }) => all + (file && (file.usage === 'certificate') === isCertificate ? file.size : 0), 0)
  const used = [
    { name: t.certificateFiles, value: sum(true), tone: 'chart1' as const },
    { name: t.otherFiles, value: sum(false), tone: 'chart2' as const },
  ]
  const parts = [...used, { name: t.free, value: freeOctets, tone: 'rest' as const }]
  return (
    <Section title={t.capacity} note={t.capacityNote(formatBytes(freeOctets))}>
      <RatioBar label={t.capacity} parts={parts} />
      <BarLegend parts={parts.map((part) => ({ ...part, name: t.octets(part.name) }))} />
    </Section>
  )
}

type ObjectsProps = Pick<SafeObjectsProps, 'certificates' | 'files'> & { listed: readonly IotSafeObject[] }

function Objects({ listed, ...known }: ObjectsProps) {
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
          <ObjectRow key={`${one.kind} ${one.objectId}`} of={one} {...known} />
        ))}
      </tbody>
    </table>
  )
}

function ObjectRow({ of: one, ...known }: { of: IotSafeObject } & Pick<SafeObjectsProps, 'certificates' | 'files'>) {
  const t = useText(iotSafeText)
  const { kind, objectId, isActivated, readable, changeable, file } = one
  const kindName = kind === 'file' ? t[file?.usage === 'certificate' ? 'certificate' : 'file'](formatBytes(file?.size ?? 0)) : t[kind]
  const rights = [readable && t.reads, changeable && t.changes].filter(Boolean).join(t.comma)
  return (
    <tr>
      <th scope="row">
        <ObjectName of={one} {...known} />
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

/** The label of an object, which links to the newest certificate or the file that the server keeps of it. */
function ObjectName({ of: one, certificates, files }: { of: IotSafeObject } & Pick<SafeObjectsProps, 'certificates' | 'files'>) {
  const { kind, objectId, label } = one
  const certificate = certificates.find(
    ({ objectId: fileId, keyObjectId, keyPairStatus }) =>
      keyPairStatus !== 'Deleted' && objectId === (kind === 'file' ? fileId : keyObjectId),
  )
  if (certificate) return <CertificateLink of={certificate} />
  const file = kind === 'file' ? files.find((each) => each.status !== 'Deleted' && each.objectId === objectId) : undefined
  return file ? <FileLink of={file} /> : <bdi>{label}</bdi>
}
