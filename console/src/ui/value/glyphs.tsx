import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { ReactNode } from 'react'

/** Status colours. Each has the name of its CSS tokens. */
export type Tone = 'ready' | 'started' | 'succeeded' | 'failed' | 'interrupted' | 'blocked' | 'notfound' | 'online' | 'offline' | 'ota'

function Glyph({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      {children}
    </svg>
  )
}
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const onSolid = { fill: 'none', stroke: 'var(--sd-on-solid)', strokeWidth: 1.7, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export function ReadyGlyph() {
  return (
    <Glyph>
      <g {...line}>
        <circle cx="8" cy="8" r="6" />
        <path d="M8 4.8V8l2.2 1.4" />
      </g>
    </Glyph>
  )
}

const ringLength = 37.7

/** A ring filled to `percent`, 0 to 100. */
export function StartedGlyph({ percent }: { percent: number }) {
  const filled = (Math.min(100, Math.max(0, percent)) / 100) * ringLength
  return (
    <Glyph>
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="8" cy="8" r="6" opacity=".26" />
        {filled > 0 && (
          <circle
            cx="8"
            cy="8"
            r="6"
            strokeDasharray={`${filled.toFixed(2)} ${ringLength}`}
            transform="rotate(-90 8 8)"
            strokeLinecap="round"
          />
        )}
      </g>
    </Glyph>
  )
}

export function SucceededGlyph() {
  return (
    <Glyph>
      <circle cx="8" cy="8" r="6.8" fill="currentColor" />
      <path d="m5 8.2 2.1 2.1L11 6.2" {...onSolid} />
    </Glyph>
  )
}

export function FailedGlyph() {
  return (
    <Glyph>
      <path d="M5.2 1.3h5.6l3.9 3.9v5.6l-3.9 3.9H5.2l-3.9-3.9V5.2z" fill="currentColor" />
      <path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" {...onSolid} />
    </Glyph>
  )
}

export function InterruptedGlyph() {
  return (
    <Glyph>
      <g {...line}>
        <path d="M8 2a6 6 0 0 1 4.24 10.24M8 14A6 6 0 0 1 3.76 3.76" />
        <path d="M6.4 6v4M9.6 6v4" strokeWidth="1.7" />
      </g>
    </Glyph>
  )
}

export function PausedGlyph() {
  return (
    <Glyph>
      <g {...line}>
        <circle cx="8" cy="8" r="6" />
        <path d="M6.4 6v4M9.6 6v4" strokeWidth="1.7" />
      </g>
    </Glyph>
  )
}

/** Glyph of an OTA that was cancelled before it changed anything. */
export function CancelledGlyph() {
  return (
    <Glyph>
      <circle cx="8" cy="8" r="6" {...line} />
      <circle cx="8" cy="8" r="2.4" fill="currentColor" />
    </Glyph>
  )
}

export function BlockedGlyph() {
  return (
    <Glyph>
      <g {...line} strokeWidth="1.6">
        <circle cx="8" cy="8" r="6" />
        <path d="m3.9 3.9 8.2 8.2" />
      </g>
    </Glyph>
  )
}

export function NotFoundGlyph() {
  return (
    <Glyph>
      <g {...line}>
        <circle cx="8" cy="8" r="6" strokeDasharray="2.1 2.6" />
        <path d="M6.5 6.4a1.6 1.6 0 1 1 2.3 1.6c-.5.3-.8.6-.8 1.1M8 11.1v.01" />
      </g>
    </Glyph>
  )
}

export function OnlineGlyph() {
  return (
    <Glyph>
      <circle cx="8" cy="8" r="4.2" fill="currentColor" />
    </Glyph>
  )
}

export function OfflineGlyph() {
  return (
    <Glyph>
      <circle cx="8" cy="8" r="3.5" {...line} />
    </Glyph>
  )
}

export function OtaGlyph() {
  return (
    <Glyph>
      <path {...line} strokeWidth="1.6" d="M5 13V3.2M2.6 5.6 5 3.2l2.4 2.4M11 3v9.8M8.6 10.4 11 12.8l2.4-2.4" />
    </Glyph>
  )
}

/** Glyph of a browser without a network. */
export function NoNetworkGlyph() {
  return (
    <Glyph>
      <g {...line}>
        <circle cx="8" cy="8" r="6" strokeDasharray="2.1 2.6" />
        <path d="m5.6 5.6 4.8 4.8" />
      </g>
    </Glyph>
  )
}

export function TodoGlyph() {
  return (
    <Glyph>
      <circle cx="8" cy="8" r="6" {...line} />
    </Glyph>
  )
}

/** Stage in the life cycle of a SIM, drawn as the shape of its card. */
export type CardShape = 'inService' | 'prepared' | 'onHold' | 'ended'
const card = 'M4.5 1.8h4.8l3.2 3.2v8a1.2 1.2 0 0 1-1.2 1.2H4.7A1.2 1.2 0 0 1 3.5 13V2.8a1 1 0 0 1 1-1z'
const cardMark: Record<CardShape, ReactNode> = {
  inService: null,
  prepared: <path d="M3.5 8.5h9V13a1.2 1.2 0 0 1-1.2 1.2H4.7A1.2 1.2 0 0 1 3.5 13z" fill="currentColor" />,
  onHold: <path d="M6.6 7v4M9.4 7v4" />,
  ended: <path d="m5.8 7 4.4 4.4m0-4.4-4.4 4.4" />,
}

export function CardGlyph({ shape }: { shape: CardShape }) {
  return (
    <Glyph>
      <g {...line} strokeWidth="1.4">
        <path d={card} {...(shape === 'inService' ? { fill: 'currentColor' } : {})} />
        {cardMark[shape]}
      </g>
    </Glyph>
  )
}

/** Glyph of the status of an OTA. `percent` fills the ring of a running OTA. */
export function OtaStatusGlyph({ status, percent = 0 }: { status: OtaStatus; percent?: number }) {
  switch (status) {
    case 'Ready':
      return <ReadyGlyph />
    case 'Started':
      return <StartedGlyph percent={percent} />
    case 'Succeeded':
      return <SucceededGlyph />
    case 'Failed':
      return <FailedGlyph />
    case 'Interrupted':
      return <InterruptedGlyph />
    case 'Blocked':
      return <BlockedGlyph />
    case 'NotFound':
      return <NotFoundGlyph />
  }
}
