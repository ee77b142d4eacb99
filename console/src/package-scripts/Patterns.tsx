import { currentAdf, knownFile, usualFiles } from '@simdeck/protocol/card-files/file-names.ts'
import { IconPlus } from '@tabler/icons-react'
import { Button } from '../ui/form/Button.tsx'
import { Section } from '../ui/frame/Page.tsx'
import { useText } from '../ui/words/text.ts'
import { selectText } from './line-words.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

const usim = (id: number): string => selectText([currentAdf, id])

/** Beginnings of scripts: each opens its file and reads or writes it. */
const patterns = [
  { words: 'writeNetworks', lines: [usim(0x6f60), '00D600000A99F907480099F9044000'] },
  { words: 'clearForbidden', lines: [usim(0x6f7b), `00D600000C${'FF'.repeat(12)}`] },
  { words: 'writeName', lines: [usim(0x6f46), '00D600001101{{group.name}}'] },
  { words: 'readNumbers', lines: [usim(0x6f42), '00B2010400'] },
] as const

/** Parts that can be added to a script. */
export function Patterns({ onAdd }: { onAdd: (lines: readonly string[]) => void }) {
  const t = useText(scriptText)
  return (
    <>
      <Section title={t.patterns}>
        <div className={css.adds}>
          {patterns.map(({ words, lines }) => (
            <Add key={words} words={t[words]} lines={lines} onAdd={onAdd} />
          ))}
        </div>
      </Section>
      <Section title={t.files}>
        <div className={css.adds}>
          {usualFiles.map((path) => (
            <Add key={path.join()} words={knownFile(path)?.name ?? ''} lines={[selectText(path)]} onAdd={onAdd} />
          ))}
        </div>
      </Section>
    </>
  )
}

function Add({ words, lines, onAdd }: { words: string; lines: readonly string[]; onAdd: (lines: readonly string[]) => void }) {
  const t = useText(scriptText)
  return (
    <Button size="sm" variant="ghost" icon={<IconPlus size={14} />} aria-label={t.add(words)} onClick={() => onAdd(lines)}>
      {words}
    </Button>
  )
}
