import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Button } from '../form/Button.tsx'
import { countText } from '../words/counted.ts'
import type { Counted } from '../words/counted.ts'
import { defineText, useText } from '../words/text.ts'
import buttonCss from '../form/button.module.css'

export const pageSizeText = defineText({
  perPage: { ja: (n: string) => `${n}ずつ表示`, en: (n: string) => `${n} per page` },
})

type Props = Omit<ComponentProps<typeof Button>, 'children'> & { pageSize: number; counts: Counted }

export function PageSizeButton({ pageSize, counts, ...others }: Props) {
  const t = useText(pageSizeText)
  const count = useText(countText)[counts]
  return (
    <Button {...others} variant="ghost" size="sm" end={<IconChevronDown size={16} className={buttonCss.end} />}>
      {t.perPage(count(String(pageSize)))}
    </Button>
  )
}
