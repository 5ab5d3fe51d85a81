/**
 * Loaded into the shop's process before the shop (--import): how long its event loop was held, in its own processor time,
 * so that a busy machine, which keeps the process waiting, does not count as the shop's fault.
 */
const TICK_MS = 5

let longest = 0
let last = process.threadCpuUsage()
setInterval(() => {
  const used = process.threadCpuUsage()
  longest = Math.max(longest, (used.user - last.user + used.system - last.system) / 1000)
  last = used
}, TICK_MS).unref()

process.on('message', (message) => {
  if (message !== 'loop') return
  process.send?.({ loop: longest })
  longest = 0
})
// Listening for messages must not keep a stopped shop alive.
process.channel?.unref()
