import type { ReactNode } from 'react'
import { useMay } from '../../session/use-me.ts'
import { Page } from '../../ui/frame/Page.tsx'
import { WizardBar } from '../../ui/frame/Steps.tsx'
import { useText } from '../../ui/words/text.ts'
import { keyImportText } from './key-import-text.ts'

interface KeyImportFrameProps {
  /** Index of the step: file and columns, check, result. */
  step: number
  children: ReactNode
}

/** Title and steps around every part of an import of keys. */
export function KeyImportFrame({ step, children }: KeyImportFrameProps) {
  const t = useText(keyImportText)
  const mayImport = useMay('SIM_CREATE')
  const sims = { words: t.sims, link: { to: '/' } } as const
  return (
    <Page title={t.title} crumbs={mayImport ? [sims, { words: t.imports, link: { to: '/imports' } }] : [sims]}>
      <WizardBar label={t.steps} steps={[t.fileStep, t.checkStep, t.resultStep]} current={step} />
      {children}
    </Page>
  )
}
