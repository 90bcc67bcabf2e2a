package app

var Listen = listen
