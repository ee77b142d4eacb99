import { simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import { csvEncodings } from '@simdeck/contract/tasks.ts'
import { useMemo } from 'react'
import { DisabledReason } from '../../../ui/feedback/DisabledReason.tsx'
import { Segments } from '../../../ui/value/Bits.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { ColumnChoosers } from './ColumnChoosers.tsx'
import { chosenTwice, looksLikeData, previewCell } from './guess-columns.ts'
import { changeDraft, readDraft, useImportDraft } from './import-draft.ts'
import { columnText } from '../column-text.ts'
import { encodingNames, text } from '../import-text.ts'
import { Preview } from './Preview.tsx'
import { startUpload } from './upload.ts'
import css from '../import.module.css'

/** Step 2: the encoding of the file and the meaning of its columns. */
export function ColumnsStep({ onBack }: { onBack: () => void }) {
  const t = useText(text)
  const names = useText(columnText)
  const draft = useImportDraft()
  const { header, lines, columns } = useMemo(() => readDraft(draft), [draft])
  const twice = chosenTwice(columns)
  const problem = header.length === 0 ? t.noHeader : !columns.includes('iccid') ? t.iccidMissing : twice.size > 0 ? t.twice : null
  const garbled = [header, ...lines].some((cells) => cells.some((cell) => cell.includes('\uFFFD')))
  return (
    <>
      <div className={css.matching}>
        <div className={css.choosers}>
          <div className={css.encoding}>
            <h2>{t.encoding}</h2>
            <Segments
              label={t.encoding}
              value={draft.encoding}
              options={csvEncodings.map((value) => ({ value, words: encodingNames[value] }))}
              onChange={(encoding) => changeDraft({ encoding })}
            />
            <p>{t.encodingNote}</p>
          </div>
          {garbled && <Note>{t.garbled}</Note>}
          {looksLikeData(header) && <Note>{t.dataFirst}</Note>}
          <h2>{t.matching}</h2>
          {problem !== null && <Note tone="failed">{problem}</Note>}
          <ColumnChoosers
            header={header}
            columns={columns}
            choices={simCsvColumns}
            names={names}
            onChange={(index, column) => changeDraft({ changed: { ...draft.changed, [index]: column } })}
          />
        </div>
        <Preview lines={lines} columns={columns} names={names} cellOf={previewCell} />
      </div>
      <WizardFoot onBack={onBack} note={t.checkNote}>
        <DisabledReason reason={problem}>
          <Button variant="primary" disabled={problem !== null} onClick={() => void startUpload()}>
            {t.check}
          </Button>
        </DisabledReason>
      </WizardFoot>
    </>
  )
}
