import { Input, Radio } from '@mantine/core'
import { simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/form/Button.tsx'
import { FileDrop } from '../../../ui/form/Fields.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { ChosenFile } from './ChosenFile.tsx'
import { changeDraft, chooseFile, useImportDraft } from './import-draft.ts'
import { columnText } from '../column-text.ts'
import { text } from '../import-text.ts'
import { isAboveLimit, useImportLimit } from './import-limit.ts'
import { csvFault, readStart } from './read-start.ts'
import { TemplateLink } from './TemplateLink.tsx'
import css from '../import.module.css'

const accept = '.csv,.txt,text/csv'
/** Aligns the radio button with the first line of its label. */
const radioLook = { body: css.mode }

/** Step 1: the user chooses the file, and that it adds SIMs or changes them. */
export function ChooseStep({ onNext }: { onNext: () => void }) {
  const t = useText(text)
  const { chosen, mode } = useImportDraft()
  const limit = useImportLimit()
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLDivElement>(null)

  async function choose(taken: File): Promise<void> {
    if (limit !== null && isAboveLimit(taken, limit)) return setProblem(t.tooLarge(formatNumber(limit)))
    try {
      const start = await readStart(taken)
      const fault = csvFault(start)
      setProblem(fault && t[fault])
      if (!fault) chooseFile({ file: taken, start })
    } catch {
      setProblem(t.changed)
    }
  }
  const note = limit === null ? t.encodingsOnly : t.note(formatNumber(limit))
  function next(): void {
    if (chosen) return onNext()
    setProblem(t.noFile)
    file.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <div className={css.pane}>
        <div className={css.form}>
          <Input.Wrapper error={problem} errorProps={{ role: 'alert' }} ref={file}>
            {chosen ? (
              <ChosenFile file={chosen.file} accept={accept} onFile={(taken) => void choose(taken)} />
            ) : (
              <FileDrop words={t.drop} note={note} accept={accept} onFile={(taken) => void choose(taken)} />
            )}
          </Input.Wrapper>
          <Radio.Group label={t.mode} value={mode} onChange={(value) => changeDraft({ mode: value === 'update' ? 'update' : 'add' })}>
            <div className={css.modes}>
              <Radio classNames={radioLook} value="add" label={t.add} description={t.addNote} />
              <Radio classNames={radioLook} value="update" label={t.update} description={t.updateNote} />
            </div>
          </Radio.Group>
          <KnownColumns />
        </div>
      </div>
      <WizardFoot>
        <Button variant="primary" onClick={next}>
          {t.next}
        </Button>
      </WizardFoot>
    </>
  )
}

function KnownColumns() {
  const t = useText(text)
  const names = useText(columnText)
  return (
    <section className={css.known}>
      <h2>{t.columnsTitle}</h2>
      <p>{t.columnsWords}</p>
      <dl>
        {simCsvColumns.map((column) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd>{names[column]}</dd>
          </div>
        ))}
      </dl>
      <TemplateLink />
    </section>
  )
}
