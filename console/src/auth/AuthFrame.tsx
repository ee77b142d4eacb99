import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { BareFrame } from '../frame/BareFrame.tsx'
import { LogoMark } from '../frame/Logo.tsx'
import { refreshBeforeSignIn } from '../session/start.ts'
import { useApplication } from '../ui/frame/application.ts'
import { Note } from '../ui/feedback/Note.tsx'
import css from './auth.module.css'

const refreshMs = 60_000

interface AuthFrameProps {
  title: string
  /** Heading; by default the title, under the application's name. */
  heading?: string
  /** Instruction under the heading. */
  instruction?: ReactNode
  children?: ReactNode
}

/**
 * Layout of an auth page: logo and application name, content, copyright line and language switch. It reloads logo, name and theme
 * every minute.
 */
export function AuthFrame({ title, heading, instruction, children }: AuthFrameProps) {
  const { name, logoUrl } = useApplication()
  useEffect(() => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void refreshBeforeSignIn()
    }
    const timer = window.setInterval(refresh, refreshMs)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
  return (
    <BareFrame title={title}>
      <div className={css.page}>
        <div className={css.brand}>
          {logoUrl ? <img src={logoUrl} alt="" /> : <LogoMark size={heading ? 40 : 32} gap="var(--sd-bg)" />}
          {!heading && <span>{name}</span>}
        </div>
        <div className={css.head}>
          <h1>{heading ?? title}</h1>
          {instruction && <p>{instruction}</p>}
        </div>
        {children}
      </div>
    </BareFrame>
  )
}

/** Error of a form that belongs to no field. */
export function Problem({ children }: { children: string | null }) {
  return children === null ? null : (
    <div className={css.problem}>
      <Note tone="failed">{children}</Note>
    </div>
  )
}

/** Links to other auth pages. */
export function AuthLinks({ children }: { children: ReactNode }) {
  return <p className={css.links}>{children}</p>
}
