/** Inspection reports of batches, as other modules use them. */
export { reportDrawings } from './drawings.ts'
export { openReport } from './fetching.ts'
export { type IntakeOutcome, takeReport } from './intake.ts'
export { matchReport, releaseReports, stopReport } from './release.ts'
export { askForReport, tellWaiting } from './requests.ts'
export { type ReportDeps, reportPage } from './screens.ts'
