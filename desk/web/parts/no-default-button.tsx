/**
 * The first button of a form. Enter in a field or on a box presses it. Outside a dialog, `dialog` sends nothing, so only
 * a button that the operator presses sends the form. If it were disabled, Chromium would press the next button for a day
 * or a box (HTMLFormElement::SubmitImplicitly).
 */
export const NoDefaultButton = () => <button type="submit" formMethod="dialog" formNoValidate hidden />
