// A separate entry point, so that what every app starts with stays small.
import './first-paint.css'

export { ErrorBoundary } from '../error-boundary'
export { loadChunk } from './chunk'
export { mount } from './mount'
export { CardOutline, FrameOutline } from './outlines'
