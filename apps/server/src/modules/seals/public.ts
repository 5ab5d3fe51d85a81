/** Seals as other modules use them: with what a buyer signs, and the wholesaler's specimens. */
export { askFirstSamples, samplesDrawing } from './samples.ts'
export { signingSeal, useSeal } from './service.ts'
