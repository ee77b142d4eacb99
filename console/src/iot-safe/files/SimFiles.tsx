import type { SimFile } from '@simdeck/contract/sim-files.ts'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ManagementMark } from '../certificates/CertificateStatus.tsx'
import objects from '../iot-safe.module.css'
import { FileLink } from './file-list.tsx'
import { fileText } from './file-text.ts'
import { FileStatus } from './FileStatus.tsx'

/** The files of a SIM, the newest first. */
export function SimFiles({ rows, error }: { rows: readonly SimFile[] | undefined; error: Error | null }) {
  const t = useText(fileText)
  return (
    <Section title={t.title}>
      {error && <ErrorNote message={failureText(error)} />}
      {rows?.length === 0 && <p className={objects.note}>{t.none}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className={objects.objects}>
          <thead>
            <tr>
              {[t.label, t.status, t.size, t.updated].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((file) => (
              <tr key={file.id}>
                <th scope="row">
                  <FileLink of={file} />
                </th>
                <td data-name={t.status}>
                  <FileStatus of={file} /> <ManagementMark of={file} />
                </td>
                <td data-name={t.size}>{t.sizeOf(formatNumber(file.octets), formatNumber(file.capacity))}</td>
                <td data-name={t.updated}>
                  <Time at={file.updatedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
