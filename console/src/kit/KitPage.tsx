import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { Frame } from '../frame/Frame.tsx'
import { UserMenuItem } from '../frame/UserMenu.tsx'
import { Page } from '../ui/frame/Page.tsx'
import { Segments } from '../ui/value/Bits.tsx'
import { useText } from '../ui/words/text.ts'
import { KitList } from './KitList.tsx'
import { KitComponents } from './KitComponents.tsx'
import { text } from './text.tsx'

/** Samples of all components in their states: `/__kit#parts`, `/__kit#list`. */
export function KitPage() {
  const t = useText(text)
  const [sheet, setSheet] = useState<'parts' | 'list'>(location.hash === '#list' ? 'list' : 'parts')
  return (
    <Frame
      may={() => true}
      person={{ name: '運用 管理者', role: t.role }}
      onLogout={() => setSheet('parts')}
      menuItems={
        <UserMenuItem icon={<IconFileText size={16} />} href="/openapi.json" newTab>
          OpenAPI
        </UserMenuItem>
      }
    >
      <Page
        title={sheet === 'list' ? t.simList : t.title}
        fit={sheet === 'list'}
        actions={
          <Segments
            label={t.title}
            value={sheet}
            options={[
              { value: 'parts', words: t.parts },
              { value: 'list', words: t.list },
            ]}
            onChange={setSheet}
          />
        }
      >
        {sheet === 'list' ? <KitList /> : <KitComponents />}
      </Page>
    </Frame>
  )
}
