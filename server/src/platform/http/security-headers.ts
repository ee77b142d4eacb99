import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Browser features that the console does not use. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const permissionsPolicy = unusedFeatures.map((name) => `${name}=()`).join(', ')

const self = "'self'"
/** A page may load from its own server only; `'self'` includes the websocket of the same host. */
const sources = {
  defaultSrc: [self],
  scriptSrc: [self],
  scriptSrcAttr: ["'none'"],
  styleSrc: [self, "'unsafe-inline'"],
  imgSrc: [self, 'data:', 'blob:'],
  fontSrc: [self],
  connectSrc: [self],
  objectSrc: ["'none'"],
  frameSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: [self],
}

/** The hosts from which the Google Maps JavaScript API loads its scripts, pictures and fonts. */
const ofGoogle: Partial<Record<keyof typeof sources, string[]>> = {
  scriptSrc: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  styleSrc: ['https://fonts.googleapis.com'],
  imgSrc: ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.ggpht.com'],
  fontSrc: ['https://fonts.gstatic.com'],
  connectSrc: ['https://*.googleapis.com', 'https://*.gstatic.com'],
}

/**
 * The headers of a page that may load the maps of Google as well. Google gets the address of the console without path, by which a key can
 * be restricted to it.
 */
export function headersWithGoogleMaps(https: boolean): Record<string, string> {
  const policy = Object.entries(sources).map(([name, own]) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [kebab, ...own, ...(ofGoogle[name as keyof typeof sources] ?? [])].join(' ')
  })
  if (https) policy.push('upgrade-insecure-requests')
  return { 'content-security-policy': policy.join(';'), 'referrer-policy': 'strict-origin' }
}

/** Sets the security headers of every answer. */
export async function setSecurityHeaders(app: FastifyInstance, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...sources, ...(https ? { upgradeInsecureRequests: [] } : {}) },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: https,
  })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy)
    done()
  })
}
