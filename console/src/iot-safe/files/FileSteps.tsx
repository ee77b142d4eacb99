import type { SimFile } from '@simdeck/contract/sim-files.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import css from '../certificates/certificate.module.css'
import { StepStatus } from '../certificates/CertificateStatus.tsx'
import type { StepState } from '../certificates/CertificateStatus.tsx'
import { fileStatusText, fileText } from './file-text.ts'
import { awaitsApproval, fileStates } from './FileStatus.tsx'

/** The steps of a file from its registration to the card, with the state of each. */
export function FileSteps({ of: file }: { of: SimFile }) {
  const t = useText(fileText)
  const names = useText(fileStatusText)
  const isWaiting = awaitsApproval(file)
  const isFormer = file.status === 'Active' && !file.isCurrent
  const approval: { state: StepState; words: string } =
    file.deliveryType === 'Auto'
      ? { state: 'done', words: t.automatic }
      : isWaiting
        ? { state: 'waiting', words: t.awaitsApproval }
        : { state: 'done', words: t.approvedStep }
  const written =
    file.isQueued && file.managementStatus !== 'NeedDelete'
      ? t.queued
      : isFormer
        ? t.notCurrent
        : file.status === 'Active'
          ? t.readBack
          : names[file.status]
  const steps = [
    { name: t.registration, state: 'done', words: t.registered, more: <Time at={file.createdAt} /> },
    { name: t.approval, ...approval, more: null },
    {
      name: t.onCard,
      state: isFormer ? 'waiting' : fileStates[file.status],
      words: written,
      more: file.activeAt === null ? null : <Time at={file.activeAt} />,
    },
  ] as const
  return (
    <Section title={t.steps}>
      <ol className={css.steps}>
        {steps.map(({ name, state, words, more }) => (
          <li key={name}>
            <h3>{name}</h3>
            <StepStatus state={state}>{words}</StepStatus>
            <span className={css.more}>{more}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
