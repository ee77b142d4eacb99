import type { FastifyInstance } from 'fastify'

const wholeMs = 30_000
const silentMs = 60_000

/**
 * Ends connections with incomplete requests. A request must be complete within half a minute; a streamed file may take longer as long as
 * octets arrive.
 */
export function limitUploadTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    done()
    const isStreamed = 'streamed' in routeOptions.config && routeOptions.config.streamed === true
    let heard = raw.socket.bytesRead
    const look = () => {
      if (raw.complete) return settled()
      // The client is not to blame while the server does not read.
      const waits = isStreamed && (raw.isPaused() || raw.socket.bytesRead > heard)
      if (!waits) return void raw.socket.destroy()
      heard = raw.socket.bytesRead
      timer = setTimeout(look, limitMs)
    }
    const limitMs = isStreamed ? silentMs : wholeMs
    let timer = setTimeout(look, limitMs)
    const settled = () => clearTimeout(timer)
    raw.once('end', settled)
    raw.once('close', settled)
  })
}
