import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { defineText, useText } from './text.ts'
import buttonCss from './button.module.css'

export const pageSizeText = defineText({
  perPage: { ja: (n: number) => `${n}件ずつ表示`, en: (n: number) => `${n} per page` },
})

type Props = Omit<ComponentProps<typeof Button>, 'children'> & { pageSize: number }

export function PageSizeButton({ pageSize, ...others }: Props) {
  const t = useText(pageSizeText)
  return (
    <Button {...others} variant="ghost" size="sm" end={<IconChevronDown size={16} className={buttonCss.end} />}>
      {t.perPage(pageSize)}
    </Button>
  )
}
