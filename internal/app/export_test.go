package app

// Listen is what serve binds its addresses with.
var Listen = listen
