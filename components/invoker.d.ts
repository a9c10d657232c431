import 'react'

// The types of React 19.3 do not contain this API yet:
// https://developer.mozilla.org/docs/Web/API/Invoker_Commands_API
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}
