import type { ReactNode } from 'react'
import { useMay } from '../../session/use-me.ts'
import { LinkButton } from '../../ui/form/Button.tsx'
import { Page } from '../../ui/frame/Page.tsx'
import { WizardBar } from '../../ui/frame/Steps.tsx'
import { useText } from '../../ui/words/text.ts'
import { text } from './import-text.ts'

interface ImportFrameProps {
  /** Index of the step: file, columns, check, import. */
  step: number
  onStep?: (step: number) => void
  children: ReactNode
}

/** Title and steps around every part of an import. */
export function ImportFrame({ step, onStep, children }: ImportFrameProps) {
  const t = useText(text)
  const mayUpdate = useMay('SIM_UPDATE')
  return (
    <Page
      title={t.title}
      crumbs={[{ words: t.sims, link: { to: '/' } }]}
      actions={
        <>
          {mayUpdate && (
            <LinkButton variant="ghost" to="/imports/keys">
              {t.keyFile}
            </LinkButton>
          )}
          <LinkButton variant="ghost" to="/">
            {t.close}
          </LinkButton>
        </>
      }
    >
      <WizardBar label={t.steps} steps={[t.chooseStep, t.columnsStep, t.checkStep, t.writeStep]} current={step} onBack={onStep} />
      {children}
    </Page>
  )
}
