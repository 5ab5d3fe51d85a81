/** Seals as other modules use them: with what a buyer signs, how one comes into force, and the wholesaler's specimens. */
export { askFirstSamples, samplesDrawing } from './samples.ts'
export { applyForSeal, signingSeal, useSeal } from './service.ts'
export { decideSeal } from './staff.ts'
