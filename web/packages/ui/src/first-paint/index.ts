// Apart from the package's other parts: what every app starts with has to stay small.
import './first-paint.css'

export { ErrorBoundary } from '../error-boundary'
export { mount } from './mount'
export { CardOutline, FrameOutline } from './outlines'
export { loadPart } from './part'
