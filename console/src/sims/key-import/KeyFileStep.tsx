import { Input } from '@mantine/core'
import { isSubscriberKey, keyFileColumns, keyFileFormats } from '@simdeck/contract/key-imports.ts'
import { csvEncodings } from '@simdeck/contract/tasks.ts'
import { useState } from 'react'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { FileDrop } from '../../ui/form/Fields.tsx'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { Segments } from '../../ui/value/Bits.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { ChosenFile } from '../import/file/ChosenFile.tsx'
import { ColumnChoosers } from '../import/file/ColumnChoosers.tsx'
import { isAboveLimit, useImportLimit } from '../import/file/import-limit.ts'
import { Preview } from '../import/file/Preview.tsx'
import { csvFault, readStart } from '../import/file/read-start.ts'
import { encodingNames, text as importText } from '../import/import-text.ts'
import css from '../import/import.module.css'
import { columnsProblem, draftOf, invalidFields, type KeyDraft, readKeyDraft } from './key-draft.ts'
import { shownCell } from './key-file.ts'
import { keyColumnText, keyImportText } from './key-import-text.ts'
import { KeyOptions } from './KeyOptions.tsx'

const accept = '.csv,.txt,.out,text/csv,text/plain'

interface KeyFileStepProps {
  draft: KeyDraft | null
  onChange: (draft: KeyDraft) => void
  onSend: (draft: KeyDraft) => void
}

/** Step 1: the file, the meaning of its columns, and what the keys need besides. */
export function KeyFileStep({ draft, onChange, onSend }: KeyFileStepProps) {
  const t = useText(keyImportText)
  const i = useText(importText)
  const limit = useImportLimit()
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(taken: File): Promise<void> {
    if (limit !== null && isAboveLimit(taken, limit)) return setProblem(i.tooLarge(formatNumber(limit)))
    try {
      const start = await readStart(taken)
      const fault = csvFault(start)
      setProblem(fault && i[fault])
      if (!fault) onChange(draftOf(taken, start, draft))
    } catch {
      setProblem(i.changed)
    }
  }
  if (!draft)
    return (
      <div className={css.pane}>
        <div className={css.form}>
          <p className={css.aside}>{t.intro}</p>
          <Input.Wrapper error={problem} errorProps={{ role: 'alert' }}>
            <FileDrop words={t.drop} note={t.forms} accept={accept} onFile={(taken) => void choose(taken)} />
          </Input.Wrapper>
        </div>
      </div>
    )
  return <Matching draft={draft} fileProblem={problem} onFile={(taken) => void choose(taken)} onChange={onChange} onSend={onSend} />
}

interface MatchingProps {
  draft: KeyDraft
  fileProblem: string | null
  onFile: (file: File) => void
  onChange: (draft: KeyDraft) => void
  onSend: (draft: KeyDraft) => void
}

function Matching({ draft, fileProblem, onFile, onChange, onSend }: MatchingProps) {
  const t = { ...useText(importText), ...useText(keyImportText) }
  const names = useText(keyColumnText)
  const change = (part: Partial<KeyDraft>): void => onChange({ ...draft, ...part })
  const { header, lines, columns } = readKeyDraft(draft)
  const name = columnsProblem(draft, header, columns)
  const problem = name === null ? null : t[name]
  const invalid = invalidFields(draft, columns)
  const reason = problem ?? (Object.values(invalid).includes(true) ? t.fieldsWrong : null)
  return (
    <>
      <div className={css.matching}>
        <div className={css.choosers}>
          <Input.Wrapper error={fileProblem} errorProps={{ role: 'alert' }}>
            <ChosenFile file={draft.file} accept={accept} onFile={onFile} />
          </Input.Wrapper>
          <div className={css.encoding}>
            <Segments
              label={t.format}
              value={draft.format}
              options={keyFileFormats.map((value) => ({ value, words: t[value] }))}
              onChange={(format) => change({ format, changed: {} })}
            />
            <Segments
              label={t.encoding}
              value={draft.encoding}
              options={csvEncodings.map((value) => ({ value, words: encodingNames[value] }))}
              onChange={(encoding) => change({ encoding })}
            />
          </div>
          <h2>{t.matching}</h2>
          {problem !== null && <Note tone="failed">{problem}</Note>}
          <ColumnChoosers
            header={header.map((cell) => shownCell(null, cell))}
            columns={columns}
            choices={keyFileColumns}
            names={names}
            refusalOf={(cell) => (isSubscriberKey(cell) ? t.subscriber : null)}
            onChange={(index, column) => change({ changed: { ...draft.changed, [index]: column } })}
          />
          <h2>{t.options}</h2>
          <KeyOptions draft={draft} columns={columns} invalid={invalid} onChange={change} />
        </div>
        <Preview lines={lines} columns={columns} names={names} cellOf={shownCell} />
      </div>
      <WizardFoot note={t.checkNote}>
        <DisabledReason reason={reason}>
          <Button variant="primary" disabled={reason !== null} onClick={() => onSend(draft)}>
            {t.check}
          </Button>
        </DisabledReason>
      </WizardFoot>
    </>
  )
}
