import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { csvOf } from '../../logs/screen/csv.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { IconButton } from '../../ui/form/Button.tsx'
import { saveBlob, saveFile } from '../../ui/frame/save-file.ts'
import { useText } from '../../ui/words/text.ts'
import { chartsText } from './charts-text.ts'
import type { FigurePoint } from './figure.ts'
import css from './figure.module.css'
import { pngOf } from './save-png.ts'

const FigureChart = lazy(async () => ({ default: (await import('./FigureChart.tsx')).FigureChart }))
const FigureTable = lazy(async () => ({ default: (await import('./FigureTable.tsx')).FigureTable }))

interface FigureCardProps {
  name: string
  /** The span of the chart, beside the name. */
  span?: string
  /** Name of saved files, without an ending. */
  file: string
  /** Null while they are loaded. */
  points: readonly FigurePoint[] | null
  /** The ends of the axis of time. */
  from: number
  until: number
  format: (value: number) => string
  limit?: number | null
  wide?: boolean
  /** The present value, above the chart. */
  children: ReactNode
}

/** A figure: its name, present value and chart. The menu shows the values as a table and saves them. */
export function FigureCard({ name, span, file, points: loaded, from, until, format, limit, wide, children }: FigureCardProps) {
  const t = useText(chartsText)
  const points = loaded ?? []
  const [isTable, setIsTable] = useState(false)
  const chart = useRef<HTMLDivElement>(null)
  const title = span === undefined ? name : `${name} ${span}`
  const now = (): string => String(Math.floor(Date.now() / 1000))
  const saveCsv = (): void => {
    const hasExpected = points.some(({ expected }) => expected !== undefined)
    const columns = {
      [t.time]: ({ at }: FigurePoint) => new Date(at).toISOString(),
      [name]: ({ value }: FigurePoint) => value,
      ...(hasExpected && { [t.expected]: ({ expected }: FigurePoint) => expected ?? null }),
    }
    // A spreadsheet recognises UTF-8 by the byte order mark.
    saveFile(`${file}_${now()}.csv`, `\uFEFF${csvOf(columns, points)}`, 'text/csv;charset=utf-8')
  }
  const savePng = async (): Promise<void> => {
    const svg = chart.current?.querySelector('svg')
    try {
      if (svg) saveBlob(`${file}_${now()}.png`, await pngOf(svg, title))
    } catch {
      toast.error(t.noPng)
    }
  }
  return (
    <section className={css.figure} aria-label={title}>
      <header className={css.head}>
        <h3>{name}</h3>
        {span !== undefined && <span className={css.span}>{span}</span>}
        <span className={css.menu}>
          {/* Mantine's focus placeholder is not a valid child of a menu. */}
          <Menu withInitialFocusPlaceholder={false} position="bottom-end">
            <Menu.Target>
              <IconButton variant="ghost" size="sm" label={t.menu(title)}>
                <IconDots size={16} />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setIsTable(true)}>{t.asTable}</Menu.Item>
              <Menu.Item onClick={() => void savePng()} disabled={points.length === 0}>
                {t.png}
              </Menu.Item>
              <Menu.Item onClick={saveCsv}>{t.csv}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </span>
      </header>
      <div className={css.value}>{children}</div>
      <div ref={chart} className={css.chart} role="group" aria-label={title}>
        {loaded === null ? (
          <div className={css.loading} data-skeleton />
        ) : points.length === 0 ? (
          <p className={css.none}>{t.noPoints}</p>
        ) : (
          <Suspense fallback={<div className={css.loading} data-skeleton />}>
            <FigureChart name={name} points={points} from={from} until={until} format={format} limit={limit} wide={wide} />
          </Suspense>
        )}
      </div>
      {isTable && (
        <Suspense>
          <FigureTable title={title} name={name} points={points} format={format} onClose={() => setIsTable(false)} />
        </Suspense>
      )}
    </section>
  )
}
