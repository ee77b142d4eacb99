import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { FileManagementResult } from '@simdeck/contract/package-scripts.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { call } from '../session/api/api.ts'
import { failureText, toastFailure } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Button } from '../ui/form/Button.tsx'
import { Columns, IdentityStrip, Page, Section } from '../ui/frame/Page.tsx'
import type { Crumb } from '../ui/frame/Page.tsx'
import { download } from '../ui/frame/save-file.ts'
import { Iccid } from '../ui/value/Copyable.tsx'
import { StatusText } from '../ui/value/StatusText.tsx'
import { Time } from '../ui/value/Time.tsx'
import { useText } from '../ui/words/text.ts'
import { CampaignResults } from './CampaignResults.tsx'
import { FilePartSection } from './FilePartSection.tsx'
import { commandName, fileName } from './line-words.ts'
import { Refusal } from './Refusal.tsx'
import { filePartsOf, linesOf } from './result-files.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

/** Screen of the answers of one card to a script of remote file management. */
export function FileResultPage() {
  const { otaId = '' } = useParams({ strict: false })
  const t = useText(scriptText)
  const id = /^[1-9]\d{0,14}$/.test(otaId) ? Number(otaId) : 0
  const { data, error, refetch } = useQuery({ ...queryOf(endpoints.getFileManagementResult, { params: { otaId: id } }), enabled: id > 0 })
  const crumbs: Crumb[] = [{ words: t.campaigns, link: { to: '/otas/campaigns' } }]
  if (id === 0 || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.noResult} message={t.noResultWords} back={{ words: t.campaigns, link: { to: '/otas/campaigns' } }} />
  if (data) return <Result of={data} />
  return (
    <Page title={t.result} crumbs={crumbs}>
      {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <Skeleton width={420} />}
    </Page>
  )
}

function Result({ of }: { of: FileManagementResult }) {
  const t = useText(scriptText)
  const campaign = { to: '/otas/campaigns/$id', params: { id: String(of.campaignId) } } as const
  const csv = useMutation({
    mutationFn: () => call(endpoints.getFileManagementCsvUrl, { params: { campaignId: of.campaignId } }),
    onSuccess: ({ url }) => download(url),
    onError: (error) => toastFailure(t.exportFailed, error),
  })
  return (
    <Page
      title={t.result}
      crumbs={[
        { words: t.campaigns, link: { to: '/otas/campaigns' } },
        { words: of.campaignName, link: campaign },
      ]}
      beside={<StatusText status={of.status} />}
      actions={
        <Button icon={<IconDownload size={16} />} busy={csv.isPending} onClick={() => csv.mutate()}>
          {t.export}
        </Button>
      }
    >
      <Refusal of={of} />
      <IdentityStrip
        facts={[
          {
            name: t.device,
            value: (
              <Link to="/sims/$id/$cid/ota" params={{ id: String(of.simId), cid: of.iccid }}>
                {of.device_alias ?? <Iccid value={of.iccid} />}
              </Link>
            ),
          },
          { name: 'ICCID', value: <Iccid value={of.iccid} grouped /> },
          { name: t.finished, value: <Time at={of.finishedAt} /> },
          { name: t.script, value: `${of.packageName} ${of.otaVersion}` },
          { name: t.campaign, value: <Link {...campaign}>{of.campaignName}</Link> },
        ]}
      />
      <Columns
        rail={
          <>
            <Answers of={of} />
            <CampaignResults campaignId={of.campaignId} />
          </>
        }
      >
        {filePartsOf(of).map((part) => (
          <FilePartSection key={part.line} part={part} />
        ))}
      </Columns>
    </Page>
  )
}

function Answers({ of }: { of: FileManagementResult }) {
  const t = useText(scriptText)
  return (
    <Section title={t.answers}>
      <ol className={css.lines}>
        {linesOf(of).map((line, at) => (
          <li key={at} className={css.line}>
            <span className={css.number}>{of.lines[at]?.number}</span>
            <span>
              {line && commandName(line)} {line && fileName(line)}
            </span>
            <span className={at === of.failedLine ? css.fault : css.note}>
              {of.lines[at]?.answer?.sw ?? (at === of.failedLine ? of.sw : t.notRun)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
