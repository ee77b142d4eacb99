import { Popover } from '@mantine/core'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { inTime } from '../../session/address/load-screen.ts'
import { Button } from '../../ui/form/Button.tsx'
import { defineText, useText } from '../../ui/words/text.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { useSimViews } from './sim-views.ts'
import type { ViewQuestion } from './sim-views.ts'
import buttonCss from '../../ui/form/button.module.css'
import css from './views.module.css'

const text = defineText({
  views: { ja: 'ビュー', en: 'Views' },
  changed: { ja: '（変更あり）', en: ' (changed)' },
})

const ViewsPanel = lazy(async () => ({ default: (await inTime(import('./ViewsPanel.tsx'))).ViewsPanel }))
const ViewQuestions = lazy(async () => ({ default: (await inTime(import('./ViewQuestions.tsx'))).ViewQuestions }))

interface ViewsButtonProps {
  search: SimSearch
  question: ViewQuestion | null
  onAsk: (question: ViewQuestion | null) => void
}

/** Button beside the title that shows the name of the open view, and a menu of all views. */
export function ViewsButton({ search, question, onAsk }: ViewsButtonProps) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  if (question && !asked) setAsked(true)
  const views = useSimViews(search, open || question !== null)
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="ghost"
            size="sm"
            icon={<IconBookmark size={16} />}
            end={<IconChevronDown size={16} className={buttonCss.end} />}
            onClick={() => setOpen(!open)}
          >
            <span className={css.name}>{views.current?.name ?? t.views}</span>
            {views.changed && <span className={css.changed}>{t.changed}</span>}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={css.panel} aria-label={t.views}>
          <Suspense fallback={<div className={css.wait} />}>
            <ViewsPanel
              views={views}
              onAsk={(next) => {
                setOpen(false)
                onAsk(next)
              }}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Suspense>{asked && <ViewQuestions question={question} views={views} onClose={() => onAsk(null)} />}</Suspense>
    </>
  )
}
