import { endpoints } from '@simdeck/contract/endpoints.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ManagementMark } from '../certificates/CertificateStatus.tsx'
import objects from '../iot-safe.module.css'
import { FileDialog } from './FileDialog.tsx'
import { FileLink } from './file-list.tsx'
import { fileText } from './file-text.ts'
import { FileStatus } from './FileStatus.tsx'

/** The files of a SIM, and a button that adds one. */
export function SimFiles({ simId }: { simId: number }) {
  const t = useText(fileText)
  const [isAdding, setAdding] = useState(false)
  const { data, error } = useQuery(queryOf(endpoints.listSimFiles, { params: { simId }, query: { take: '100' } }))
  const rows = data?.data ?? []
  return (
    <Section
      title={t.title}
      end={
        <MayButton permission="IOTSAFE_CERTIFICATES_CREATE" size="sm" icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t.add}
        </MayButton>
      }
    >
      {error && <ErrorNote message={failureText(error)} />}
      {data && rows.length === 0 && <p className={objects.note}>{t.none}</p>}
      {rows.length > 0 && (
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
      {isAdding && <FileDialog simId={simId} file={null} onClose={() => setAdding(false)} />}
    </Section>
  )
}
