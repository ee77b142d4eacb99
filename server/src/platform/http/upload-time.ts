import type { FastifyInstance } from 'fastify'

const wholeMs = 30_000
const silentMs = 60_000

/**
 * Ends connections whose request does not arrive: one must be there whole in half a minute, but for streamed files, which may take as
 * long as they like while something comes.
 */
export function limitUploadTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    done()
    const isStreamed = 'streamed' in routeOptions.config && routeOptions.config.streamed === true
    let heard = raw.socket.bytesRead
    const look = () => {
      if (raw.complete) return settled()
      // What is not read for now is not what the client holds back.
      const waits = isStreamed && (raw.isPaused() || raw.socket.bytesRead > heard)
      if (!waits) raw.socket.destroy()
      heard = raw.socket.bytesRead
    }
    const timer = setInterval(look, isStreamed ? silentMs : wholeMs)
    const settled = () => clearInterval(timer)
    raw.once('end', settled)
    raw.once('close', settled)
  })
}
