import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import type { ListName, TableView } from '../table/persisted.ts'
import { defineText, useText } from '../words/text.ts'
import css from './list.module.css'

const text = defineText({ view: { ja: '表示', en: 'View' }, columns: { ja: '表示項目', en: 'Columns' } })

const ViewPanel = lazy(async () => ({ default: (await import('./ViewPanel.tsx')).ViewPanel }))

export interface ViewColumn {
  id: string
  header: string
  menuName?: string
  section?: string
}

interface ViewMenuProps {
  list: ListName
  columns: readonly ViewColumn[]
  /** Default view of the list. Give the same object to `useTableView`. */
  initial?: TableView
  /** Content beside the reset button. `close` closes the menu. */
  foot?: (close: () => void) => ReactNode
}

/** Menu for the visible columns of a list, their order and the row height. They are stored in the section `tableView`. */
export function ViewMenu({ list, columns, initial, foot }: ViewMenuProps) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="ghost" size="sm" icon={<IconColumns3 size={16} />} onClick={() => setOpen(!open)}>
          {t.view}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.view} aria-label={t.columns}>
        <Suspense fallback={<div className={css.viewWait} />}>
          <ViewPanel list={list} columns={columns} initial={initial} foot={foot?.(() => setOpen(false))} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
