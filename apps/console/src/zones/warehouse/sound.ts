/** Heard while the eyes are on the shelf: a wrong scan buzzes low, a right one ticks. */
const SOUNDS = { right: { hertz: 1320, seconds: 0.05, type: 'sine' }, wrong: { hertz: 180, seconds: 0.4, type: 'square' } } as const

let context: AudioContext | null = null

export function sound(which: keyof typeof SOUNDS): void {
  if (typeof AudioContext === 'undefined') return
  const { hertz, seconds, type } = SOUNDS[which]
  try {
    context ??= new AudioContext()
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = type
    tone.frequency.value = hertz
    volume.gain.value = 0.15
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + seconds)
  } catch {
    // A table without loudspeakers works all the same.
  }
}
